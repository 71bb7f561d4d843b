import { Button, Card, Group, Text } from '@mantine/core';
import type { ClientSummary } from '@stridewell/contract/clients';
import classes from './onboarding.module.css';

type OnboardingChooserProps = {
  clients: readonly ClientSummary[];
  onChoose: (clientId: string) => void;
  more?: (() => void) | undefined;
  loading: boolean;
};

/** Clients whose onboarding is open. */
export function OnboardingChooser({ clients, onChoose, more, loading }: OnboardingChooserProps) {
  return (
    <Card component="section" aria-label="Clients to onboard">
      {clients.length === 0 ? (
        <Text c="dimmed">Everybody here has finished. Add a client to begin with the next one.</Text>
      ) : (
        <ul className={classes.parts}>
          {clients.map(({ clientId, fullName, status }) => (
            <li key={clientId}>
              <span className={classes.words}>
                {fullName}
                {status === 'invited' && (
                  <Text span size="sm" c="dimmed" display="block">
                    Invited
                  </Text>
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
