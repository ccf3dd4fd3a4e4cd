//! Tests that the policies choose the expected actions in `positions`: `cargo test`.

use crate::policies::choose;
use std::fs;
use std::path::Path;
use stych::{Random, read_position};

#[test]
fn the_expected_action_is_chosen() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions");
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.extension().is_none_or(|end| end != "bin") {
            continue;
        }
        let (seen, legal) = read_position(&fs::read(&path).unwrap()).unwrap();
        let choice = choose(&seen, &legal, &mut Random::with_seed(1));
        let expected = fs::read_to_string(path.with_extension("txt")).unwrap();
        assert_eq!(
            legal[choice].to_string(),
            expected.trim(),
            "{}",
            path.display()
        );
    }
}
