import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the heading of a view that replaces another one on the same page: it gets the focus, and the page scrolls to the
 * top. `arrived` also focuses the first view.
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
