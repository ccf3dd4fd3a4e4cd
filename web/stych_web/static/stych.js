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
  source.addEventListener("standings", async () => {
    if (busy) { again = true; return; }
    busy = true;
    do { again = false; await renew().catch(() => {}); } while (again);
    busy = false;
  });
  addEventListener("pagehide", () => source.close());
}

colours();
listen();
