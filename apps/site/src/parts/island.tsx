import { toasterWanted } from '@stridewell/web/lib/toasts.ts';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { enterTyped, pressHeld } from './early.ts';
import { Theme } from './themed.tsx';

const Toaster = lazy(() => import('@stridewell/web/ui/toaster.tsx'));

/** A component that comes to life in the browser, with the theme, its toasts, and what a visitor did before that. */
export function island<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function Island(props: Props) {
    const root = useRef<HTMLDivElement>(null);
    const withToaster = useSyncExternalStore(toasterWanted.subscribe, toasterWanted.getSnapshot, () => false);
    useEffect(() => {
      const { current } = root;
      if (!current) return;
      enterTyped(current);
      // After React has taken up what was typed.
      const timer = setTimeout(() => pressHeld(current));
      return () => clearTimeout(timer);
    }, []);
    return (
      <Theme>
        {withToaster && (
          <Suspense fallback={null}>
            <Toaster />
          </Suspense>
        )}
        <div ref={root} style={{ display: 'contents' }}>
          <Component {...props} />
        </div>
      </Theme>
    );
  };
}
