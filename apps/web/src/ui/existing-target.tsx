import { type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react';

type ExistingTargetProps = { button: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLButtonElement | null> };

/** Stands for a button that is on the page already, as the target of a menu or popover. */
export function ExistingTarget({ button, ref }: ExistingTargetProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button]);
  return null;
}

/** Opens a panel after it was mounted, because the library remembers only then which element gets the focus back. */
export function useOpenedOnceMounted(opened: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return opened && isMounted;
}
