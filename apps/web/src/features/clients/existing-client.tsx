import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ClientToChange, useClientActions } from './clients.actions.ts';

type ExistingClientProps = { coachId: string; client: ClientToChange; onDone: () => void };

/** Names the client who has the address already, with buttons to open or restore them. */
export function ExistingClient({ coachId, client, onDone }: ExistingClientProps) {
  const { setStatus } = useClientActions(coachId, {});
  const { clientId, fullName, status, accepted } = client;
  const archived = status === 'archived';
  const declined = status === 'declined';
  return (
    <Alert
      color="gray"
      role="alert"
      icon={<IconAlertCircle size={18} />}
      title={`This email address belongs to ${fullName}`}
    >
      <Stack gap="sm" align="flex-start">
        {archived
          ? `${fullName} is archived. Restoring brings back the whole history, and they count toward your plan right away.`
          : declined
            ? `${fullName} declined your invitation. You can invite them again.`
            : 'You already have this client.'}
        <Group gap="xs">
          {(archived || declined) && (
            <Button
              size="xs"
              onClick={() => {
                setStatus(client, accepted ? 'active' : 'invited');
                onDone();
              }}
            >
              {accepted ? `Restore ${fullName}` : `Invite ${fullName} again`}
            </Button>
          )}
          <Button
            component={Link}
            to={`/coach/${coachId}/client/${clientId}`}
            size="xs"
            variant="default"
            onClick={onDone}
          >
            Open {fullName}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
