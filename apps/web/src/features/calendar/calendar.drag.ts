import { instantAtWallClock } from '@stridewell/contract/time';
import { type RefObject, useEffect, useRef } from 'react';
import { timeOfDay } from '../../lib/format.ts';

const DAY_MINUTES = 1440;
const STEP_MINUTES = 15;

/**
 * Names the client and the time in the box that the library draws where a dragged session will land. The library reports
 * no place before the drop, so it is read from the box.
 * @param preview the class of the box
 * @returns starts a drag
 */
export function useDragLabel(board: RefObject<HTMLElement | null>, preview: string, timeZone: string, date: string) {
  const dragged = useRef('');
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    const observer = new MutationObserver(() => {
      for (const box of element.getElementsByClassName(preview)) {
        if (!(box instanceof HTMLElement)) continue;
        const part = Number.parseFloat(box.style.top) / 100;
        const minute = Math.round((part * DAY_MINUTES) / STEP_MINUTES) * STEP_MINUTES;
        const time = timeOfDay(instantAtWallClock(date, minute, timeZone).toISOString(), timeZone);
        box.dataset.label = `${time} ${dragged.current}`;
      }
    });
    observer.observe(element, { subtree: true, childList: true, attributeFilter: ['style'] });
    return () => observer.disconnect();
  }, [board, preview, timeZone, date]);
  return (name: string, time: string): void => {
    dragged.current = name;
    // A month keeps the time of the session and marks the day below the pointer.
    board.current?.style.setProperty('--dragged', JSON.stringify(`${time} ${name}`));
  };
}
