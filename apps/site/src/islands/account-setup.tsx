import { nextToast } from '@stridewell/web/device/next-toast.ts';
import { AccountSetup } from '@stridewell/web/features/billing/account-setup.tsx';
import { ACCOUNT_CREATED, setupOf } from '@stridewell/web/features/billing/billing.setup.ts';
import { useEffect } from 'react';
import { island } from '../parts/island.tsx';
import { leaveFor } from '../parts/leave-for.ts';

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
  return setup && <AccountSetup {...setup} {...exits} />;
});
