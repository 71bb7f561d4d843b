import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { WebhookEndpoint } from '@stridewell/contract/webhooks/webhooks';
import { CONTACT_FIELDS, WEBHOOK_EVENTS } from '@stridewell/contract/webhooks/webhooks.rules';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { countLabel, longDate, momentLabel } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { toast } from '../../lib/toasts.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { late } from '../../ui/late.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { useDeleteWebhook, useNewSecret, useSendTest, useUpdateWebhook } from './webhooks.queries.ts';
import { OFF_TEXTS } from './webhooks.wording.ts';
import { WebhookBadge } from './webhooks-section.tsx';

const WebhookForm = late(async () => (await import('./webhook-form.tsx')).WebhookForm);
const SecretDialog = late(async () => (await import('./secret-dialog.tsx')).SecretDialog);

type WebhookPageProps = { coachId: string; endpoint: WebhookEndpoint; onDeleted: () => void };
type Asked = 'edit' | 'secret' | 'delete' | null;

/** One webhook with its log. */
export function WebhookPage({ coachId, endpoint, onDeleted }: WebhookPageProps) {
  const [asked, setAsked] = useState<Asked>(null);
  const of = { coachId, endpointId: endpoint.id };
  const test = useSendTest(of);
  const update = useUpdateWebhook(of);
  const { label, url, events, fields, isOn, offReason } = endpoint;
  const turn = () =>
    update.mutate(
      { label, url, events, fields, isOn: !isOn },
      { onSuccess: () => toast.success(isOn ? 'Webhook turned off' : 'Webhook turned on', label) },
    );
  return (
    <Stack gap="lg" maw={960} mx="auto">
      <Anchor component={Link} to={`/coach/${coachId}/integrations`} size="sm">
        All integrations
      </Anchor>
      <PageHeader
        title={<span style={{ overflowWrap: 'anywhere' }}>{label}</span>}
        lead={
          <Text span inherit lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
        }
      />
      <ProblemAlert error={test.error ?? update.error} />
      {offReason && <Notice tone={offReason === 'coach' ? 'info' : 'warning'}>{OFF_TEXTS[offReason]}</Notice>}
      <Group gap="sm">
        <Button
          loading={test.isPending}
          disabled={!isOn}
          onClick={() => test.mutate(undefined, { onSuccess: () => toast.success('Test event sent') })}
        >
          Send test event
        </Button>
        <Button variant="default" onClick={() => setAsked('edit')}>
          Edit webhook
        </Button>
        <Button variant="default" onClick={() => setAsked('secret')}>
          New secret
        </Button>
        <Button variant="default" loading={update.isPending} onClick={turn}>
          {isOn ? 'Turn off' : 'Turn on'}
        </Button>
        <Button variant="subtle" color="red" onClick={() => setAsked('delete')}>
          Delete webhook
        </Button>
      </Group>
      <Settings endpoint={endpoint} />
      <DeliveryLog {...of} isOn={isOn} />
      {asked === 'edit' && <WebhookForm coachId={coachId} endpoint={endpoint} onClose={() => setAsked(null)} />}
      <NewSecret {...of} endpoint={endpoint} opened={asked === 'secret'} onClose={() => setAsked(null)} />
      <Delete {...of} opened={asked === 'delete'} onClose={() => setAsked(null)} onDeleted={onDeleted} />
    </Stack>
  );
}

function Settings({ endpoint }: { endpoint: WebhookEndpoint }) {
  const timeZone = useTimeZone();
  const { events, fields, formerSecretUntil, failingSince, createdAt } = endpoint;
  return (
    <SectionCard title="Settings" aside={<WebhookBadge endpoint={endpoint} />}>
      <SimpleGrid component="dl" cols={{ base: 1, sm: 2 }} m={0}>
        <Fact label={countLabel(events.length, 'event')}>
          {events.map((name) => WEBHOOK_EVENTS[name].label).join(' · ')}
        </Fact>
        <Fact label="Contact fields">
          {fields.length === 0
            ? 'None'
            : fields.map(({ field, name }) => `${CONTACT_FIELDS[field]} as ${name}`).join(' · ')}
        </Fact>
        <Fact label="Added">{longDate(createdAt, timeZone)}</Fact>
        {formerSecretUntil && (
          <Fact label="Former secret">Also signs until {momentLabel(formerSecretUntil, timeZone)}</Fact>
        )}
        {failingSince && <Fact label="Failing since">{momentLabel(failingSince, timeZone)}</Fact>}
      </SimpleGrid>
    </SectionCard>
  );
}

type DialogProps = { coachId: string; endpointId: string; opened: boolean; onClose: () => void };

function NewSecret({ endpoint, opened, onClose, ...of }: DialogProps & { endpoint: WebhookEndpoint }) {
  const [secret, setSecret] = useState<string | null>(null);
  const create = useNewSecret(of);
  const confirm = () =>
    create.mutate(endpoint.secretNumber, {
      onSuccess(made) {
        onClose();
        setSecret(made.secret);
      },
    });
  return (
    <>
      <ConfirmDialog
        opened={opened}
        title="Make a new secret?"
        confirmLabel="Make new secret"
        danger={false}
        action={create}
        onConfirm={confirm}
        onClose={onClose}
      >
        Events are signed with both secrets for 24 hours, so that you can change the receiver meanwhile.
      </ConfirmDialog>
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

function Delete({ onDeleted, opened, onClose, ...of }: DialogProps & { onDeleted: () => void }) {
  const remove = useDeleteWebhook(of);
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete this webhook?"
      confirmLabel="Delete webhook"
      action={remove}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess() {
            toast.success('Webhook deleted');
            onDeleted();
          },
        })
      }
      onClose={onClose}
    >
      Events are no longer sent to it, and its log is deleted.
    </ConfirmDialog>
  );
}
