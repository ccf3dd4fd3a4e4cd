// Comfort only: every page can be read, and used, without it.

const root = document.documentElement;
const KEY = "stych-colours";

function remembered() {
  try { return localStorage.getItem(KEY) || ""; } catch { return ""; }
}

function colours() {
  const chosen = remembered();
  if (chosen) root.dataset.theme = chosen;
  const form = document.querySelector(".theme");
  if (!form) return;
  form.hidden = false;
  for (const radio of form.querySelectorAll("input")) {
    radio.checked = radio.value === chosen;
    radio.addEventListener("change", () => {
      if (radio.value) root.dataset.theme = radio.value; else delete root.dataset.theme;
      try { localStorage.setItem(KEY, radio.value); } catch { /* then it holds for this page */ }
    });
  }
}

// ---- a page that is live: its parts are replaced by those of the same page as it is now ----

async function renew() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-part]")) {
    const other = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    // Left as it is while somebody is in it, and where nothing is new.
    if (!other || other.innerHTML === part.innerHTML || part.contains(document.activeElement)) continue;
    part.replaceChildren(...other.childNodes);
  }
  const status = document.getElementById("live");
  const said = fresh.getElementById("live");
  if (status && said && status.textContent !== said.textContent) status.textContent = said.textContent;
}

function listen() {
  const main = document.querySelector("main[data-live]");
  if (!main) return;
  let busy = false, again = false;
  const source = new EventSource(main.dataset.live);
  async function changed() {
    if (busy) { again = true; return; }
    busy = true;
    do { again = false; await renew().catch(() => {}); } while (again);
    busy = false;
  }
  source.addEventListener("standings", changed);
  source.addEventListener("job", (event) => {
    // Else the browser would ask for the stream again and again.
    if (JSON.parse(event.data).over) source.close();
    changed();
  });
  addEventListener("pagehide", () => source.close());
}

// ---- a match: steps are fetched once, and then shown without asking anybody ----

function replay() {
  const place = document.querySelector("[data-replay]");
  if (!place) return;
  const step = document.getElementById("step"), count = document.getElementById("count");
  const lines = [...place.querySelectorAll(".log li")], log = place.querySelector(".log");
  const slider = place.querySelector(".slide input"), decision = place.querySelector("[data-decision]");
  const last = Number(place.dataset.last), ends = lines.map((line) => line.dataset.ends);
  let now = Number(slider.value), steps = null;
  const kept = fetch(place.dataset.replay).then((answer) => answer.json()).then((all) => { steps = all.steps; });
  // Told where it is waited for.
  kept.catch(() => {});

  const whole = { before: [""], trick: ["trick", "round"], round: ["round"] };
  function next(at, kinds) {
    for (let to = at + 1; to < last; to++) if (kinds.includes(ends[to])) return to;
    return last;
  }
  function previous(at, kinds) {
    for (let to = at - 1; to > 0; to--) if (kinds.includes(ends[to])) return to;
    return 0;
  }
  const ways = {
    "before": (at) => Math.max(0, at - 1), "after": (at) => Math.min(last, at + 1),
    "trick-before": (at) => previous(at, whole.trick), "trick-after": (at) => next(at, whole.trick),
    "round-before": (at) => previous(at, whole.round), "round-after": (at) => next(at, whole.round),
    "first": () => 0, "last": () => last,
  };

  function address(to) {
    const own = new URL(location.href);
    own.searchParams.set("step", to);
    return own;
  }

  async function show(to) {
    if (to === now) return;
    now = to;
    try { await kept; } catch { location.assign(address(to)); return; }
    // Meanwhile another step may have been asked for.
    if (to !== now) return;
    step.innerHTML = steps[to];
    count.textContent = `${to} of ${last}`;
    slider.value = to;
    for (const line of log.querySelectorAll("[aria-current]")) line.removeAttribute("aria-current");
    const link = lines[to].querySelector("a");
    link.setAttribute("aria-current", "step");
    log.scrollTop = lines[to].offsetTop - log.offsetTop - log.clientHeight / 2;
    for (const way of place.querySelectorAll("[data-to]")) way.href = address(ways[way.dataset.to](to));
    for (const view of document.querySelectorAll(".views a")) {
      const other = new URL(view.href);
      other.searchParams.set("step", to);
      view.href = other;
    }
    // It is of the step that the page was loaded with.
    if (decision) decision.hidden = true;
    history.replaceState(null, "", address(to));
  }

  place.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const to = link.dataset.to ? ways[link.dataset.to](now) : lines.findIndex((line) => line.contains(link));
    if (to < 0) return;
    event.preventDefault();
    show(to);
  });
  slider.addEventListener("input", () => show(Number(slider.value)));
  const keys = {
    ArrowLeft: ["before", "trick-before"], ArrowRight: ["after", "trick-after"],
    PageUp: ["round-before", "round-before"], PageDown: ["round-after", "round-after"],
    Home: ["first", "first"], End: ["last", "last"],
  };
  document.addEventListener("keydown", (event) => {
    const way = keys[event.key];
    // Where something else wants the keys, they are its own.
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea, .log, pre")) return;
    event.preventDefault();
    show(ways[way[event.shiftKey ? 1 : 0]](now));
  });
  slider.parentElement.hidden = false;
  place.querySelector(".keys").hidden = false;
  log.scrollTop = lines[now].offsetTop - log.offsetTop - log.clientHeight / 2;
}

colours();
listen();
replay();
