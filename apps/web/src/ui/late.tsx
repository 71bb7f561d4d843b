import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useRef, useState } from 'react';

type Load<Props> = () => Promise<ComponentType<Props>>;

type Part<Props> = {
  /** Loads it the first time that it is rendered. */
  waiting: LazyExoticComponent<ComponentType<Props>>;
  loaded: ComponentType<Props> | null;
};

type PartProps<Props> = { part: Part<Props>; props: Props };

function LatePart<Props extends object>({ part, props }: PartProps<Props>) {
  // The same one while it is mounted, because another one would lose what was typed.
  const [Shown] = useState<ComponentType<Props>>(() => part.loaded ?? part.waiting);
  return (
    <Suspense fallback={null}>
      <Shown {...props} />
    </Suspense>
  );
}

function OpenedPart<Props extends { opened: boolean }>({ part, props }: PartProps<Props>) {
  const wasOpened = useRef(false);
  wasOpened.current ||= props.opened;
  return wasOpened.current && <LatePart part={part} props={props} />;
}

function partOf<Props>(load: Load<Props>) {
  const prepare = async () => {
    part.loaded = await load();
    return { default: part.loaded };
  };
  const part: Part<Props> = { waiting: lazy(prepare), loaded: null };
  return { part, prepare };
}

/** A component whose code loads when it is first shown, or earlier with `prepare`. Shows nothing until then. */
export function late<Props extends object>(load: Load<Props>) {
  const { part, prepare } = partOf(load);
  return Object.assign((props: Props) => <LatePart part={part} props={props} />, { prepare });
}

/** Like `late`, for a dialog that is on the page before it opens. It loads with the first opening. */
export function lateDialog<Props extends { opened: boolean }>(load: Load<Props>) {
  const { part, prepare } = partOf(load);
  return Object.assign((props: Props) => <OpenedPart part={part} props={props} />, { prepare });
}
