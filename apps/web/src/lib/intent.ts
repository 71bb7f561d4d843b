/**
 * Props of a button whose panel loads late: the pointer or the focus on it announces the press, which then finds the panel
 * loaded. A failed load is tried again with the press.
 */
export function onIntent(load: () => Promise<unknown>) {
  const prepare = () => void load().catch(() => undefined);
  return { onPointerEnter: prepare, onFocus: prepare };
}
