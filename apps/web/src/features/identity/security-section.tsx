import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { securityQuery } from './identity.queries.ts';
import { SessionsCard } from './sessions-card.tsx';
import { SignInMethodsCard } from './sign-in-methods-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

type SecuritySectionProps = { email: string; onSignedIn: () => Promise<boolean> };

/** The ways to sign in, the second step, and the open sessions. */
export function SecuritySection({ email, onSignedIn }: SecuritySectionProps) {
  return (
    <QueryBoundary
      query={useQuery(securityQuery())}
      failed="Where you are signed in could not be loaded"
      loading="Security is loading"
      skeleton={300}
    >
      {({ twoFactorEnabled, methods, devices }) => (
        <>
          <SignInMethodsCard methods={methods} email={email} onSignedIn={onSignedIn} />
          <TwoFactorCard enabled={twoFactorEnabled} />
          <SessionsCard devices={devices} />
        </>
      )}
    </QueryBoundary>
  );
}
