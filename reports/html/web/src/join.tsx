// The line between the places of a document in lists that stand side by side.

import { useLayoutEffect, useRef, useState } from "preact/hooks";

export function Join({ near, of }: { near: number; of: unknown }) {
  const svg = useRef<SVGSVGElement>(null);
  const [path, setPath] = useState("");
  useLayoutEffect(() => {
    const lists = svg.current!.parentElement!;
    const home = lists.getBoundingClientRect();
    const rows = near < 0 ? [] : [...lists.querySelectorAll(`tr[data-doc="${near}"]`)].map((row) => row.getBoundingClientRect());
    let line = "";
    for (let i = 1; i < rows.length; i++) {
      const [from, to] = [rows[i - 1], rows[i]];
      if (to.left < from.right) continue; // they stand one below the other
      const [x1, x2] = [from.right - home.left, to.left - home.left];
      const [y1, y2] = [from, to].map((r) => r.top + r.height / 2 - home.top);
      line += `M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`;
    }
    setPath(line);
  }, [near, of]);
  return (
    <svg ref={svg} class="join" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
