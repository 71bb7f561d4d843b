import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the heading of what takes the place of something else on the same page, which took the focus with it: it gets
 * the focus, and the page begins at its top. `arrived`: the first view has taken such a place already.
 */
export function useHeadingFocus(view: string, arrived = false): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(arrived ? undefined : view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, [view]);
  return heading;
}
