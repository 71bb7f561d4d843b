import { nextToast } from '@stridewell/web/device/next-toast.ts';
import { AccountSetup } from '@stridewell/web/features/billing/account-setup.tsx';
import { ACCOUNT_CREATED, setupOf } from '@stridewell/web/features/billing/billing.setup.ts';
import { lazy, Suspense, useEffect } from 'react';
import { island } from '../parts/island.tsx';
import { leaveFor } from '../parts/leave-for.ts';

// Only a purchase has something to ask the server.
const WithQueries = lazy(() => import('../parts/with-queries.tsx'));

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
  const form = <AccountSetup {...setup} {...exits} />;
  return setup.plan === 'base' ? (
    form
  ) : (
    <Suspense fallback={null}>
      <WithQueries>{form}</WithQueries>
    </Suspense>
  );
});
