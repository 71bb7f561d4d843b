import { Button, Card, Group, Text } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients/clients';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';

type OnboardingChooserProps = {
  clients: readonly ClientSummary[];
  /** The number of clients that were searched. */
  known: number;
  onChoose: (clientId: string) => void;
  more?: (() => void) | undefined;
  loading: boolean;
};

function emptyText(known: number, more: boolean): string {
  if (known === 0) return 'You have no clients yet. Add the first one, and fill in the answers together.';
  return more
    ? 'The clients searched so far have completed onboarding. There are more.'
    : 'All clients have completed onboarding. Add a client to start the next one.';
}

/** Chooses a client whose onboarding is open. */
export function OnboardingChooser({ clients, known, onChoose, more, loading }: OnboardingChooserProps) {
  return (
    <Card component="section" aria-label="Clients to onboard">
      {clients.length === 0 ? (
        <Text c="dimmed">{emptyText(known, more !== undefined)}</Text>
      ) : (
        <ul className={rows.divided}>
          {clients.map(({ clientId, fullName, status }) => (
            <Group key={clientId} component="li" gap="sm" wrap="nowrap" mih={48} py={4}>
              <Text span flex={1}>
                {fullName}
                {status === 'invited' && (
                  <Muted span display="block">
                    Invited
                  </Muted>
                )}
              </Text>
              <Button variant="light" size="sm" aria-label={`Onboard ${fullName}`} onClick={() => onChoose(clientId)}>
                Onboard
              </Button>
            </Group>
          ))}
        </ul>
      )}
      {more && (
        <Group justify="center" mt="md">
          <Button variant="default" loading={loading} onClick={more}>
            Show more
          </Button>
        </Group>
      )}
    </Card>
  );
}
