import { Card, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadError } from '../../components/load-error.tsx';
import { securityQuery } from './identity.queries.ts';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

/** The second step and the open sessions, in one answer of the server. */
export function SecuritySection() {
  const security = useQuery(securityQuery());
  if (security.data) {
    return (
      <>
        <TwoFactorCard enabled={security.data.twoFactorEnabled} />
        <SessionsCard devices={security.data.devices} />
      </>
    );
  }
  if (security.isError) {
    return (
      <LoadError
        title="Where you are signed in could not be loaded"
        error={security.error}
        onRetry={() => security.refetch()}
      />
    );
  }
  return (
    <Card role="status" aria-busy aria-label="Security is loading">
      <Skeleton h={24} w="40%" mb="md" />
      <Skeleton h={18} mb="sm" />
      <Skeleton h={36} w={120} mb="xl" />
      <Skeleton h={48} mb="sm" />
      <Skeleton h={48} />
    </Card>
  );
}
