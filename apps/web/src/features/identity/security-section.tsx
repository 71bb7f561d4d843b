import { Button, Card, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SectionCard } from '../../components/section-card.tsx';
import { messageOf } from '../../lib/errors.ts';
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
      <SectionCard title="Security">
        <Text role="alert" mb="md">
          {messageOf(security.error, 'We could not load where you are signed in. Nothing has changed.')}
        </Text>
        <Button loading={security.isFetching} onClick={() => void security.refetch()}>
          Try again
        </Button>
      </SectionCard>
    );
  }
  return (
    <Card aria-busy aria-label="Security is loading">
      <Skeleton h={24} w="40%" mb="md" />
      <Skeleton h={18} mb="sm" />
      <Skeleton h={36} w={120} mb="xl" />
      <Skeleton h={48} mb="sm" />
      <Skeleton h={48} />
    </Card>
  );
}
