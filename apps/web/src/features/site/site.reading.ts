import { useEffect, useState } from 'react';

/** Where a heading comes to rest below the bar, with room for rounding. */
const READING_LINE_PX = 100;

type Place = { id: string; top: number };

/**
 * The section that is being read: the last one that began above the reading line. At the end of the page several short
 * ones are in view at once; there it is the one that the address names, else the last.
 */
function sectionRead(places: readonly Place[], page: { atEnd: boolean; hash: string }): string | undefined {
  const started = places.filter(({ top }) => top <= READING_LINE_PX);
  if (!page.atEnd) return (started.at(-1) ?? places[0])?.id;
  const named = places.find(({ id, top }) => `#${id}` === page.hash && top >= 0);
  return (named ?? places.at(-1))?.id;
}

/** Follows the reader down the page. `sections` stays the same array. */
export function useSectionRead(sections: readonly { id: string }[]): string | undefined {
  const [read, setRead] = useState<string>();
  useEffect(() => {
    const look = () => {
      const places = sections.flatMap(({ id }) => {
        const section = document.getElementById(id);
        return section ? [{ id, top: section.getBoundingClientRect().top }] : [];
      });
      const { scrollHeight } = document.documentElement;
      const atEnd = window.scrollY > 0 && window.innerHeight + window.scrollY >= scrollHeight - 2;
      setRead(sectionRead(places, { atEnd, hash: window.location.hash }));
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('hashchange', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('hashchange', look);
    };
  }, [sections]);
  return read;
}
