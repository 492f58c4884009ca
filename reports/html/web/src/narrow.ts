import { useEffect, useState } from "preact/hooks";

/** Whether the screen has room for few columns, as the style sheet sees it. */
export function useNarrow(): boolean {
  const query = useState(() => matchMedia("(max-width:700px)"))[0];
  const [narrow, set] = useState(query.matches);
  useEffect(() => {
    const change = () => set(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, [query]);
  return narrow;
}
