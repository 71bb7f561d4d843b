import { Button, Card, Group, Text } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients';
import { Muted } from '../../components/muted.tsx';
import classes from './onboarding.module.css';

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
        <ul className={classes.parts}>
          {clients.map(({ clientId, fullName, status }) => (
            <li key={clientId}>
              <span className={classes.words}>
                {fullName}
                {status === 'invited' && (
                  <Muted span display="block">
                    Invited
                  </Muted>
                )}
              </span>
              <Button variant="light" size="sm" aria-label={`Onboard ${fullName}`} onClick={() => onChoose(clientId)}>
                Onboard
              </Button>
            </li>
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
