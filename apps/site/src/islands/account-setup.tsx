import { AccountSetup } from '@stridewell/web/features/billing/account-setup.tsx';
import { setupOf } from '@stridewell/web/features/billing/billing.setup.ts';
import { useEffect } from 'react';
import { island } from '../parts/island.tsx';
import { leaveFor } from '../parts/leave-for.ts';
import { WithQueries } from '../parts/with-queries.tsx';

const onSignedUp = () => leaveFor('/coach-onboarding');
const onSignIn = () => leaveFor('/auth');

/** Sets up the account that the address names. Without one, the visitor chooses a plan first. */
export default island(function SetUpAccount() {
  const search = new URLSearchParams(window.location.search);
  const setup = setupOf(search.get('plan'), search.get('session_id') ?? undefined);
  useEffect(() => {
    if (!setup) window.location.replace('/pricing');
  }, [setup]);
  return (
    setup && (
      <WithQueries>
        <AccountSetup {...setup} onSignedUp={onSignedUp} onSignIn={onSignIn} />
      </WithQueries>
    )
  );
});
