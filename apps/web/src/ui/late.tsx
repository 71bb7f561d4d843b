import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { onFirstSign } from '../lib/intent.ts';

type Load<Props> = () => Promise<ComponentType<Props>>;

type Part<Props> = {
  /** Loads it the first time that it is rendered. */
  waiting: LazyExoticComponent<ComponentType<Props>>;
  loaded: ComponentType<Props> | null;
};

type PartProps<Props> = { part: Part<Props>; props: Props };

function LatePart<Props extends object>({ part, props, before = null }: PartProps<Props> & { before?: ReactNode }) {
  // The same one while it is mounted, because another one would lose what was typed.
  const [Shown] = useState<ComponentType<Props>>(() => part.loaded ?? part.waiting);
  return (
    <Suspense fallback={before}>
      <Shown {...props} />
    </Suspense>
  );
}

function OpenedPart<Props extends { opened: boolean }>({ part, props }: PartProps<Props>) {
  const wasOpened = useRef(false);
  wasOpened.current ||= props.opened;
  return wasOpened.current && <LatePart part={part} props={props} />;
}

/** How far below the screen a part starts to load. */
const NEAR = '100px';

type BelowProps = {
  /** Keeps the place until then. */
  height: number;
  /** Whether it is rendered at once all the same. */
  isReady?: boolean;
  children: ReactNode;
};

/** Renders what is below the first screen shortly before it comes into sight, or once a person does anything. */
export function Below({ height, isReady = false, children }: BelowProps) {
  const place = useRef<HTMLDivElement>(null);
  // A browser without observers renders it at once.
  const [isWanted, setWanted] = useState(() => isReady || !('IntersectionObserver' in window));
  useEffect(() => {
    if (isWanted || !place.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setWanted(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    // The Tab key and a screen reader reach it without scrolling.
    const stop = onFirstSign(async () => setWanted(true));
    return () => {
      observer.disconnect();
      stop();
    };
  }, [isWanted]);
  return isWanted ? children : <div ref={place} style={{ height }} />;
}

type WantedProps<Props> = PartProps<Props> & { prepare: () => Promise<unknown>; height: number };

/**
 * A part that is loading. Without a network it keeps its place and loads with the next connection, because the page
 * above it works without it.
 */
function WantedPart<Props extends object>({ part, prepare, props, height }: WantedProps<Props>) {
  const [Shown, setShown] = useState<ComponentType<Props> | null>(() => part.loaded);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const load = () =>
      prepare().then(
        () => !signal.aborted && setShown(() => part.loaded),
        (error: unknown) => !signal.aborted && navigator.onLine && setFailure({ error }),
      );
    if (part.loaded === null) {
      void load();
      addEventListener('online', load, { signal });
    }
    return () => stopped.abort();
  }, [part, prepare]);
  if (failure) throw failure.error;
  return Shown ? <Shown {...props} /> : <div style={{ height }} />;
}

function PartBelow<Props extends object>(wanted: WantedProps<Props>) {
  return (
    <Below height={wanted.height} isReady={wanted.part.loaded !== null}>
      <WantedPart {...wanted} />
    </Below>
  );
}

function partOf<Props>(load: Load<Props>) {
  const prepare = async () => {
    part.loaded = await load();
    return { default: part.loaded };
  };
  const part: Part<Props> = { waiting: lazy(prepare), loaded: null };
  return { part, prepare };
}

/**
 * A component whose code loads when it is first shown, or earlier with `prepare`.
 * @param before what it shows until then; nothing by default
 */
export function late<Props extends object>(load: Load<Props>, before?: (props: Props) => ReactNode) {
  const { part, prepare } = partOf(load);
  return Object.assign((props: Props) => <LatePart part={part} props={props} before={before?.(props)} />, { prepare });
}

/**
 * Like `late`, for a part below the first screen: it loads shortly before it comes into sight, or once a person does
 * anything on the page.
 * @param height keeps its place until then
 */
export function lateBelow<Props extends object>(load: Load<Props>, height: number) {
  const { part, prepare } = partOf(load);
  return Object.assign((props: Props) => <PartBelow part={part} prepare={prepare} props={props} height={height} />, {
    prepare,
  });
}

/** Like `late`, for a dialog that is on the page before it opens. It loads with the first opening. */
export function lateDialog<Props extends { opened: boolean }>(load: Load<Props>) {
  const { part, prepare } = partOf(load);
  return Object.assign((props: Props) => <OpenedPart part={part} props={props} />, { prepare });
}
