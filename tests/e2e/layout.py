"""What is wrong with the layout of a page as it is now: cut off, covered, too small, outside."""

from tests.e2e.person import Person

PROBLEMS = """() => {
  const found = [];
  const nameOf = (e) => e.dataset.testid ?? (e.textContent.trim().slice(0, 40) || e.className);
  const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const scrolledAway = (element, x, y) => {
    for (let up = element.parentElement; up; up = up.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(up).overflowY)) continue;
      const box = up.getBoundingClientRect();
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) return true;
    }
    return false;
  };
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth + 1) found.push(`wider than the window: ${root.scrollWidth}`);
  const dialogs = [...document.querySelectorAll('dialog[open], [role="dialog"]')].filter(seen);
  const scope = dialogs.at(-1) ?? document;

  for (const button of scope.querySelectorAll("button, [role=button]")) {
    const box = button.getBoundingClientRect();
    if (box.width === 0 || box.bottom <= 0 || box.top >= innerHeight) continue;
    if (getComputedStyle(button).visibility === "hidden") continue;
    const name = nameOf(button);
    if (button.closest('[data-testid="hand"]')) continue;
    if (box.height < 43.5 || box.width < 43.5) found.push(`${name} is ${box.width}x${box.height}`);
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    if (y < 0 || y > innerHeight || x < 0 || x > innerWidth) continue;
    if (scrolledAway(button, x, y)) continue;
    const top = document.elementFromPoint(x, y);
    if (top && !button.contains(top) && !top.contains(button) && !top.closest("[data-popup]")) {
      found.push(`${name} is covered by ${top.tagName}.${top.className}`);
    }
  }

  // A button reaches over the edge of a panel that cuts off what does.
  for (const button of scope.querySelectorAll(".btn")) {
    const box = button.getBoundingClientRect();
    if (box.width === 0 || !seen(button)) continue;
    for (let up = button.parentElement; up; up = up.parentElement) {
      if (!/hidden|clip/.test(getComputedStyle(up).overflowX)) continue;
      const edge = up.getBoundingClientRect();
      if (box.right > edge.right + 1 || box.left < edge.left - 1) {
        found.push(`${nameOf(button)} is cut off at the edge of ${up.className}`);
      }
    }
  }

  // Text that is cut off, unless a press on it opens all of it.
  for (const text of scope.querySelectorAll("*")) {
    const style = getComputedStyle(text);
    const dots = style.textOverflow === "ellipsis" && text.scrollWidth > text.clientWidth + 1;
    const lines = style.webkitLineClamp !== "none" && text.scrollHeight > text.clientHeight + 1;
    if ((dots || lines) && seen(text) && !text.closest("[data-full]")) {
      found.push(`"${text.textContent.trim()}" is cut off`);
    }
  }

  // What opens over the page lies inside the window, and what is in it needs no scrolling sideways.
  for (const popup of [...dialogs, ...document.querySelectorAll("[data-popup]")]) {
    const box = popup.getBoundingClientRect();
    const edges = [box.left, box.top, innerWidth - box.right, innerHeight - box.bottom];
    if (Math.min(...edges) < -1) found.push(`${nameOf(popup)} reaches outside: ${edges}`);
    for (const part of [popup, ...popup.querySelectorAll("*")]) {
      const scrolls = /auto|scroll/.test(getComputedStyle(part).overflowX);
      if (scrolls && part.scrollWidth > part.clientWidth + 1) {
        found.push(`${nameOf(popup)} scrolls sideways: ${part.scrollWidth} > ${part.clientWidth}`);
      }
    }
  }

  // An open hand lies on the table alone: below its seat, above the buttons.
  for (const open of document.querySelectorAll('[data-testid^="open-"] li')) {
    const box = open.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const over = scope === document && top && !open.contains(top);
    if (over && top.closest(".fan, .bar, .card, button")) {
      found.push(`a card of ${open.parentElement.dataset.testid} is covered by ${top.className}`);
    }
  }

  const slots = [...document.querySelectorAll('[data-testid="hand"] [data-testid^="card-"]')];
  const boxes = slots.map((s) => s.getBoundingClientRect());
  boxes.forEach((box, i) => {
    const next = boxes[i + 1];
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`card ${i} is cut off`);
    if (next && Math.abs(next.top - box.top) < box.height / 3 && next.left - box.left < 23.5) {
      found.push(`only ${next.left - box.left} px of card ${i} are visible`);
    }
  });
  return found;
}"""

# Every frame: which button was not the topmost thing at its middle; `looks` counts the looks.
WATCH_BUTTONS = """
window.covered = []; window.looks = 0;
const look = () => {
  for (const b of document.querySelectorAll('[data-testid="actions"] button')) {
    const box = b.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    window.looks += 1;
    if (top && !b.contains(top) && !top.closest('dialog, [role="dialog"], .veil')) {
      window.covered.push(`${b.dataset.testid} by ${top.className.baseVal ?? top.className}`);
    }
  }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


def layout_problems(person: Person) -> list[str]:
    """In words, those that stay; none when all is well. What has just been moved may take a moment
    to come to rest.
    """
    found: list[str] = person.page.evaluate(PROBLEMS)
    for _ in range(20):
        if not found:
            break
        person.page.wait_for_timeout(100)
        found = person.page.evaluate(PROBLEMS)
    return found
