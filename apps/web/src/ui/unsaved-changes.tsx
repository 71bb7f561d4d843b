import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

type UnsavedChangesProps = {
  unsaved: boolean;
  /** True once the page may be left although it still shows changes, for example while they are being saved. */
  mayLeave?: () => boolean;
};

/** Asks before a page with unsaved changes is left, by a link or by closing the tab. */
export function UnsavedChanges({ unsaved, mayLeave = () => false }: UnsavedChangesProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && !mayLeave() && current.pathname !== next.pathname,
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title="Leave without saving?"
      cancelLabel="Keep editing"
      confirmLabel="Leave without saving"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      Your changes on this page are not saved yet.
    </ConfirmDialog>
  );
}
