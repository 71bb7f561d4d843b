import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { useResend } from './identity.verification.ts';
import classes from './verify-notice.module.css';

/** That the address is not verified yet, what waits for it, and another link. */
export function VerifyNotice({ email }: { email: string }) {
  const { state, problem, send } = useResend();
  return (
    <Card component="section" aria-label="Your email address" mt="lg" className={classes.notice}>
      <Stack gap="sm">
        <ProblemAlert text={problem} />
        <Group gap="md" wrap="nowrap" align="flex-start">
          <IconMailForward size={22} stroke={1.75} aria-hidden className={classes.icon} />
          <div className={classes.words}>
            <Title order={2} size="h4">
              Verify your email
            </Title>
            <Text>
              We sent a link to <b>{email}</b>. It works for 24 hours. Go on here meanwhile: only inviting clients waits
              for it.
            </Text>
          </div>
        </Group>
        <Group gap="sm">
          <Button variant="default" loading={state === 'busy'} onClick={() => void send(email)}>
            Send the link again
          </Button>
          {state === 'sent' && (
            <Text role="status" c="var(--pine-text)">
              A new link is on its way.
            </Text>
          )}
        </Group>
      </Stack>
    </Card>
  );
}
