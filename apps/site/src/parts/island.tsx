import { toasterWanted } from '@stridewell/web/lib/toasts.ts';
import { type ComponentType, useLayoutEffect, useRef } from 'react';
import { collectEntered, pressHeld } from './early.ts';
import { Theme } from './themed.tsx';

// One for all islands of a page, loaded with the first toast.
toasterWanted.subscribe(() => void import('./toasts.tsx'));

/** A component that comes to life in the browser, with the theme, and what a visitor did before that. */
export function island<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function Island(props: Props) {
    const mark = useRef<HTMLSpanElement>(null);
    // Before the first update, which would write the values of the page into the fields again.
    useLayoutEffect(() => {
      const root = mark.current?.parentElement;
      if (!root) return;
      const enterAgain = collectEntered(root);
      const timer = setTimeout(() => {
        enterAgain();
        pressHeld(root);
      });
      return () => clearTimeout(timer);
    }, []);
    return (
      <Theme>
        <Component {...props} />
        <span ref={mark} hidden />
      </Theme>
    );
  };
}
