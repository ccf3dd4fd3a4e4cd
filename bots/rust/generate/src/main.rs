//! Writes the Rust code of the protocol: `../generate.sh` calls it with the file of descriptors that
//! protoc made of the .proto files, and the folder that the code goes to.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs};

use prost::Message;
use prost_types::FileDescriptorSet;

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [descriptors, folder] = arguments.as_slice() else {
        eprintln!(
            "two arguments are needed, a descriptor set and a folder; received {arguments:?}"
        );
        return ExitCode::from(2);
    };
    match write(descriptors, folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!(
                "from {} to {}: {error}",
                descriptors.display(),
                folder.display()
            );
            ExitCode::FAILURE
        }
    }
}

fn write(descriptors: &PathBuf, folder: &PathBuf) -> Result<(), Box<dyn Error>> {
    let set = FileDescriptorSet::decode(fs::read(descriptors)?.as_slice())?;
    tonic_prost_build::configure()
        .build_server(false)
        .build_transport(false)
        .out_dir(folder)
        .compile_fds(set)?;
    Ok(())
}
