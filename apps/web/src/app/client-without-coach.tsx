import { NoCoach } from '../features/coaches/no-coach.tsx';
import { ClientInvitations, useOpenInvitation } from './client-invitations.tsx';

/** The dashboard of a client who never had a coach, below its greeting. */
export function ClientWithoutCoach({ emailVerified }: { emailVerified: boolean }) {
  const openInvitation = useOpenInvitation();
  return (
    <>
      <ClientInvitations emailVerified={emailVerified} coachName={null} />
      <NoCoach title="You have no coach yet" onInvitation={openInvitation} />
    </>
  );
}
