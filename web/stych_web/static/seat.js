// Optional: without this script a seat can be played by forms and links.

const main = document.getElementById("main");
// Screen readers read aloud what is put into this element.
const spoken = document.createElement("p");
spoken.className = "hidden";
spoken.setAttribute("role", "status");
main.after(spoken);
const lostNotice = document.createElement("p");
lostNotice.className = "notice gone";
lostNotice.setAttribute("role", "alert");
lostNotice.hidden = true;
main.after(lostNotice);
// `requests` counts requests for the page, and forms that were sent; `latest` is the version in the last event.
let sending = false, requests = 0, source = null, latest = "";

function say(words) { spoken.textContent = words; }

function showLost(isLost) {
  lostNotice.hidden = !isLost;
  lostNotice.textContent = isLost ? "The connection is lost. The match waits for you, and the page goes on by itself." : "";
}

// ---- the newest page takes the place of the one that is shown; details that the reader opened stay open ----

// By the beginning of their text, which is the same in the new page: further on there may be news.
function openDetails() {
  return new Map([...main.querySelectorAll("details")].map((each) => [each.textContent.slice(0, 24), each.open]));
}

function show(text, isAnswer) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const newMain = fresh.getElementById("main");
  if (!newMain) { location.reload(); return; }
  // If nothing is new the page is left alone, so that cards that the reader has ticked stay ticked.
  if (!isAnswer && newMain.dataset.version === main.dataset.version) return;
  const before = openDetails(), hadFocus = main.contains(document.activeElement) || document.activeElement === document.body;
  const sheet = document.querySelector("svg.sheet"), drawings = fresh.querySelector("svg.sheet");
  if (!sheet && drawings) document.body.prepend(drawings);
  document.title = fresh.title;
  main.dataset.version = newMain.dataset.version || "";
  main.replaceChildren(...newMain.childNodes);
  for (const each of main.querySelectorAll("details:not(.hint):not(.leave)")) {
    each.open = before.get(each.textContent.slice(0, 24)) ?? each.open;
  }
  ready();
  if (hadFocus || isAnswer) focus();
  const news = [...main.querySelectorAll("#news li")].map((each) => each.textContent).join(" ");
  say(`${news} ${main.querySelector("h1").textContent}`);
}

function focus() {
  const first = main.querySelector("form.asked input:checked:not(:disabled), form.asked input:not([type=hidden]):not(:disabled)")
    || main.querySelector("form.asked button:not(:disabled)");
  const place = main.querySelector("[role=alert]") ? first : first || document.getElementById("question");
  if (place) place.focus({ preventScroll: !!first });
}

// ---- the button names the card that is chosen ----

function ready() {
  const form = main.querySelector("form.asked");
  const chief = form && form.querySelector("button.chief");
  if (!chief) return;
  const plain = chief.textContent;
  form.addEventListener("change", () => {
    const ticked = [...form.querySelectorAll("input[type=radio]:checked")];
    const name = ticked.length === 1 && ticked[0].closest("label").querySelector(".hidden")?.textContent;
    chief.textContent = name && plain.includes("this card") ? plain.replace("this card", `the ${name}`) : plain;
  });
}

// ---- answers ----

async function renew() {
  // The answer to a form that is being sent is the newest page.
  if (sending) return;
  const request = ++requests;
  try {
    const answer = await fetch(main.dataset.seat, { headers: { accept: "text/html" } });
    const text = await answer.text();
    showLost(false);
    // If several requests are under way, only the last one counts.
    if (request === requests && !sending) show(text, false);
  } catch { showLost(true); }
}

async function send(form, button) {
  if (sending) return;
  sending = true;
  requests += 1;
  const body = new URLSearchParams(new FormData(form, button)), words = button.textContent;
  for (const each of form.querySelectorAll("button")) each.setAttribute("aria-disabled", "true");
  if (form.dataset.busy) { say(form.dataset.busy); button.textContent = form.dataset.busy; }
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const text = await answer.text(), there = new URL(answer.url);
    if (answer.redirected && there.pathname !== main.dataset.seat) {
      location.assign(there.pathname + there.search);
      return;
    }
    showLost(false);
    show(text, true);
  } catch {
    showLost(true);
    button.textContent = words;
    for (const each of form.querySelectorAll("button")) each.removeAttribute("aria-disabled");
  }
  sending = false;
  // The match may have gone on while the answer was under way.
  if (latest && latest !== main.dataset.version) renew();
}

main.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  event.preventDefault();
  send(form, event.submitter || form.querySelector("button"));
});

// ---- events of the seat: the first event of a connection has the current version, so that no change is missed ----

function listen() {
  if (!main.dataset.seat) return;
  source = new EventSource(`${main.dataset.seat}/events`);
  source.addEventListener("seat", (event) => {
    showLost(false);
    latest = event.data;
    if (event.data !== main.dataset.version) renew();
  });
  source.addEventListener("error", () => {
    // The browser does not connect again: the answer was an error, as when the table is gone.
    if (source.readyState === EventSource.CLOSED) { renew(); return; }
    fetch(main.dataset.seat, { method: "HEAD" }).then((answer) => {
      if (answer.status === 404 || answer.status === 410) { source.close(); renew(); }
      // The server has ended the stream: the version of a table at which nothing runs any more ends in 1.
      else if (main.dataset.version.endsWith("1")) source.close();
    }, () => showLost(true));
  });
}

addEventListener("pagehide", () => source && source.close());
addEventListener("pageshow", (event) => { if (event.persisted) { listen(); renew(); } });

// ---- the look back: arrow keys step ----

addEventListener("keydown", (event) => {
  if (!main.dataset.steps || event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select, textarea, ol")) return;
  const rel = { ArrowRight: "next", ArrowLeft: "prev", Home: "start", End: "end" }[event.key];
  const link = rel && main.querySelector(`a[rel="${rel}"]`);
  if (link) { event.preventDefault(); link.click(); }
});

main.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!main.dataset.steps || !link || link.pathname !== main.dataset.steps || event.ctrlKey || event.metaKey || event.button) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  step(link.href);
});
addEventListener("popstate", () => { if (main.dataset.steps) step(location.href); });

let stepRequests = 0;

async function step(address) {
  const request = ++stepRequests, rel = document.activeElement?.getAttribute("rel");
  let text;
  try {
    text = await (await fetch(address, { headers: { accept: "text/html" } })).text();
  } catch { location.assign(address); return; }
  // Keys may be pressed faster than pages arrive: only the step that was asked for last is shown.
  if (request !== stepRequests) return;
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const scrolled = main.querySelector(".log")?.scrollTop || 0;
  document.title = fresh.title;
  main.replaceChildren(...fresh.getElementById("main").childNodes);
  reveal(scrolled);
  const next = rel && (main.querySelector(`a[rel="${rel}"]`) || main.querySelector(".steps a"));
  (next || document.getElementById("question")).focus({ preventScroll: true });
  say(main.querySelector(".told").textContent);
}

// Scroll the list of steps as it was, and further if the current step would not be seen.
function reveal(scrolled) {
  const list = main.querySelector(".log"), current = list?.querySelector("[aria-current]");
  if (!current) return;
  list.scrollTop = scrolled;
  const top = current.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 40) list.scrollTop = top - list.clientHeight / 2;
}

reveal(0);
ready();
listen();
