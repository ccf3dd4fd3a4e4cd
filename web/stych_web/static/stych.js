// Optional: every page can be read and used without this script.

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
      try { localStorage.setItem(KEY, radio.value); } catch { /* without storage the choice holds for this page only */ }
    });
  }
}

// ---- live pages: after an event, each part that has changed is replaced by the part of the newest page ----

async function renew() {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-part]")) {
    const newest = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
    // A part stays as it is if nothing in it is new, and while something in it has the focus.
    if (!newest || newest.innerHTML === part.innerHTML || part.contains(document.activeElement)) continue;
    part.replaceChildren(...newest.childNodes);
  }
  const status = document.getElementById("live");
  // Set only where the text differs: screen readers read every change of it aloud.
  const newStatus = fresh.getElementById("live");
  if (status && newStatus && status.textContent !== newStatus.textContent) status.textContent = newStatus.textContent;
}

function listen() {
  const main = document.querySelector("main[data-live]");
  if (!main) return;
  let busy = false, again = false;
  const source = new EventSource(main.dataset.live);
  async function changed() {
    // An event that comes while the page is being renewed leads to one more renewal.
    if (busy) { again = true; return; }
    busy = true;
    do { again = false; await renew().catch(() => {}); } while (again);
    busy = false;
  }
  source.addEventListener("standings", changed);
  source.addEventListener("job", (event) => {
    // The server has ended the stream of a job that is over: the browser must not connect again.
    if (JSON.parse(event.data).over) source.close();
    changed();
  });
  addEventListener("pagehide", () => source.close());
}

// ---- a match: all steps are fetched once, and then shown without further requests ----

function replay() {
  const place = document.querySelector("[data-replay]");
  if (!place) return;
  const step = document.getElementById("step"), count = document.getElementById("count");
  const lines = [...place.querySelectorAll(".log li")], log = place.querySelector(".log");
  const slider = place.querySelector(".slide input"), decision = place.querySelector("[data-decision]");
  const last = Number(place.dataset.last), ends = lines.map((line) => line.dataset.ends);
  let now = Number(slider.value), steps = null;
  const loaded = fetch(place.dataset.replay).then((answer) => answer.json()).then((all) => { steps = all.steps; });
  // `show` waits for `loaded` and handles an error; here it must only not count as unhandled.
  loaded.catch(() => {});

  // The steps at which "Next trick" and "Next round" stop, by what ends there: a round's end is a trick's end as well.
  const stops = { trick: ["trick", "round"], round: ["round"] };
  function next(from, kinds) {
    for (let to = from + 1; to < last; to++) if (kinds.includes(ends[to])) return to;
    return last;
  }
  function previous(from, kinds) {
    for (let to = from - 1; to > 0; to--) if (kinds.includes(ends[to])) return to;
    return 0;
  }
  const ways = {
    "before": (from) => Math.max(0, from - 1), "after": (from) => Math.min(last, from + 1),
    "trick-before": (from) => previous(from, stops.trick), "trick-after": (from) => next(from, stops.trick),
    "round-before": (from) => previous(from, stops.round), "round-after": (from) => next(from, stops.round),
    "first": () => 0, "last": () => last,
  };

  function address(to) {
    const url = new URL(location.href);
    url.searchParams.set("step", to);
    return url;
  }

  async function show(to) {
    if (to === now) return;
    now = to;
    try { await loaded; } catch { location.assign(address(to)); return; }
    // Another step may have been asked for while the steps were loaded.
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
      const url = new URL(view.href);
      url.searchParams.set("step", to);
      view.href = url;
    }
    // The page has only the decision of the step with which it was loaded.
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
    // A control or a list that has the focus uses these keys itself.
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
