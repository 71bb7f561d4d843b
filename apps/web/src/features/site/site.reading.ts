import { useEffect, useState } from 'react';

/** The position of a heading below the bar after a jump, with room for rounding. */
const READING_LINE_PX = 100;

type SectionTop = { id: string; top: number };

/**
 * The section being read: the last one that starts above the reading line. At the end of the page several short ones are
 * in view, so the section in the address wins there, else the last one.
 */
function sectionRead(tops: readonly SectionTop[], page: { atEnd: boolean; hash: string }): string | undefined {
  const started = tops.filter(({ top }) => top <= READING_LINE_PX);
  if (!page.atEnd) return (started.at(-1) ?? tops[0])?.id;
  const named = tops.find(({ id, top }) => `#${id}` === page.hash && top >= 0);
  return (named ?? tops.at(-1))?.id;
}

/** The id of the section being read. `sections` must stay the same array. */
export function useSectionRead(sections: readonly { id: string }[]): string | undefined {
  const [read, setRead] = useState<string>();
  useEffect(() => {
    const update = () => {
      const tops = sections.flatMap(({ id }) => {
        const section = document.getElementById(id);
        return section ? [{ id, top: section.getBoundingClientRect().top }] : [];
      });
      const { scrollHeight } = document.documentElement;
      const atEnd = window.scrollY > 0 && window.innerHeight + window.scrollY >= scrollHeight - 2;
      setRead(sectionRead(tops, { atEnd, hash: window.location.hash }));
    };
    update();
    window.addEventListener('scroll', update, { passive: true });
    window.addEventListener('hashchange', update);
    return () => {
      window.removeEventListener('scroll', update);
      window.removeEventListener('hashchange', update);
    };
  }, [sections]);
  return read;
}
