"use strict";
(() => {
  const matches = [...document.querySelectorAll(".match")];

  /* Shows only those matches of a section that its filter asks for. */
  function filtered(section) {
    const sectionMatches = [...section.querySelectorAll(".match")];
    const filter = section.querySelector(".filter");

    function show() {
      const who = filter.querySelector("select").value;
      const faulty = filter.querySelector("input").checked;
      for (const match of sectionMatches) {
        const seated = match.dataset.who.trim().split(" ");
        match.hidden = (who !== "" && !seated.includes(who)) || (faulty && !("faulty" in match.dataset));
      }
      const shown = sectionMatches.filter((match) => !match.hidden).length;
      filter.querySelector("[role=status]").textContent = `${shown} of ${sectionMatches.length}`;
    }

    if (filter) {
      filter.hidden = false;
      filter.addEventListener("change", show);
      show();
    }
  }

  function button(words, name, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", act);
    return made;
  }

  /* Adds buttons that show the lines one by one; an empty line comes with the line after it. */
  function stepper(view) {
    const lines = [...view.querySelectorAll("pre > span")];
    const stops = lines.map((_, at) => at).filter((at) => lines[at].textContent.trim());
    const place = document.createElement("span");
    let step = stops.length - 1;

    function go(to, quiet) {
      step = Math.max(0, Math.min(stops.length - 1, to));
      lines.forEach((line, at) => {
        line.hidden = at > stops[step];
        line.classList.toggle("now", !quiet && at === stops[step]);
      });
      place.textContent = `${step + 1} / ${stops.length}`;
      if (!quiet) lines[stops[step]].scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    const bar = document.createElement("div");
    bar.className = "steps";
    bar.append(
      button("Start", "to the first line", () => go(0)),
      button("Back", "one line back", () => go(step - 1)),
      button("Next", "one line on", () => go(step + 1)),
      button("All", "show all lines", () => go(stops.length - 1, true)),
      place,
    );
    view.prepend(bar);
    view.querySelector("pre").addEventListener("keydown", (event) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by) {
        go(step + by);
        event.preventDefault();
      }
    });
    go(step, true);
  }

  /* A match gets its buttons when it is first opened: for all of them at once it takes too long. */
  for (const match of matches) {
    match.addEventListener("toggle", () => {
      if (match.open && !match.dataset.ready) {
        match.dataset.ready = "yes";
        match.querySelectorAll(".view").forEach(stepper);
      }
    });
  }

  /* Opens the match that the address names, even if the filter hides it. */
  function open() {
    const match = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (match && match.matches(".match")) {
      match.hidden = false;
      match.open = true;
      match.scrollIntoView();
    }
  }

  document.querySelectorAll(".replays").forEach(filtered);
  addEventListener("hashchange", open);
  open();
})();
