import { useNavigate } from '@tanstack/react-router';
import { OwnInvitations } from '../features/clients/own-invitations.tsx';
import { sessionStore } from './session.ts';

type ClientInvitationsProps = { emailVerified: boolean; coachName: string | null };

/** Invitations of other coaches. An accepted one leads to the onboarding. */
export function ClientInvitations(props: ClientInvitationsProps) {
  const navigate = useNavigate();
  return (
    <OwnInvitations
      {...props}
      onAccepted={() => void sessionStore.apply('USER_UPDATED').then(() => navigate({ to: '/client-onboarding' }))}
    />
  );
}

export function useOpenInvitation(): (token: string) => void {
  const navigate = useNavigate();
  return (token) => void navigate({ to: '/invitation/$token', params: { token } });
}
