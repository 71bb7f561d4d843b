import { isHiddenWhileViewing, NOT_SHOWN } from '../../shared/hidden-pages.ts';
import { ReadOnly } from '../../ui/read-only.tsx';

const FILES = /^\/(?:rest\/v1\/files|exports|billing\/invoices)\//;

function refusalOf({ origin, pathname }: URL): string | null {
  if (origin !== window.location.origin) return null;
  return isHiddenWhileViewing(pathname) || FILES.test(pathname) ? NOT_SHOWN : null;
}

/** Disables what an operator who views as a coach cannot do, and links to what they are not shown. */
export default function ViewingControls() {
  return <ReadOnly reason="Read-only while viewing" refusalOf={refusalOf} />;
}
