import { useQuery } from '@tanstack/react-query';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { securityQuery } from './identity.queries.ts';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

/** The second step of the sign-in and the open sessions. */
export function SecuritySection() {
  return (
    <QueryBoundary
      query={useQuery(securityQuery())}
      failed="Where you are signed in could not be loaded"
      loading="Security is loading"
      skeleton={300}
    >
      {({ twoFactorEnabled, devices }) => (
        <>
          <TwoFactorCard enabled={twoFactorEnabled} />
          <SessionsCard devices={devices} />
        </>
      )}
    </QueryBoundary>
  );
}
