import { nextToast } from '@stridewell/web/device/next-toast.ts';
import { AccountSetup } from '@stridewell/web/features/billing/account-setup.tsx';
import { ACCOUNT_CREATED, setupOf } from '@stridewell/web/features/billing/billing.setup.ts';
import { PageLoader } from '@stridewell/web/ui/loading-spinner.tsx';
import { lazy, Suspense, useEffect } from 'react';
import { island } from '../parts/island.tsx';
import { leaveFor } from '../parts/leave-for.ts';

// Only the account of a purchase asks the server before its form is sent.
const WithQueries = lazy(() => import('../parts/with-queries.tsx').then((module) => ({ default: module.WithQueries })));

const exitTo = (href: string) => () => {
  nextToast.keep(ACCOUNT_CREATED);
  return leaveFor(href);
};
const exits = { onSignedUp: exitTo('/coach-onboarding'), onSignIn: exitTo('/auth') };

/** Sets up the account that the address names. Without one, the visitor chooses a plan first. */
export default island(function SetUpAccount() {
  const search = new URLSearchParams(window.location.search);
  const setup = setupOf(search.get('plan'), search.get('session_id') ?? undefined);
  useEffect(() => {
    if (!setup) window.location.replace('/pricing');
  }, [setup]);
  if (!setup) return null;
  const content = <AccountSetup {...setup} {...exits} />;
  return setup.sessionId === undefined ? (
    content
  ) : (
    <Suspense fallback={<PageLoader />}>
      <WithQueries>{content}</WithQueries>
    </Suspense>
  );
});
