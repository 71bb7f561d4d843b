import { Anchor, Badge, Button, Stack, Text } from '@mantine/core';
import type { WebhookEndpoint } from '@stridewell/contract/webhooks/webhooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { countLabel } from '../../lib/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { late } from '../../ui/late.tsx';
import { Muted } from '../../ui/muted.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { webhooksQuery } from './webhooks.queries.ts';
import { standingOf } from './webhooks.wording.ts';

const WebhookForm = late(async () => (await import('./webhook-form.tsx')).WebhookForm);
const SecretDialog = late(async () => (await import('./secret-dialog.tsx')).SecretDialog);

/** The coach's webhooks, which send events to other tools. */
export function WebhooksSection({ coachId }: { coachId: string }) {
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <SectionCard title="Webhooks">
      <Stack gap="md">
        <Text>
          Send events to Zapier, your CRM or your own server as they happen. Health data, answers, photos and message
          texts are never sent.
        </Text>
        <QueryBoundary
          query={useQuery(webhooksQuery(coachId))}
          failed="Your webhooks could not be loaded"
          skeleton={120}
        >
          {({ endpoints, most }) => (
            <>
              {endpoints.length === 0 ? (
                <Muted>You have no webhooks yet.</Muted>
              ) : (
                <WebhookTable coachId={coachId} endpoints={endpoints} />
              )}
              <Stack gap="xs" align="flex-start">
                <Button
                  variant="light"
                  leftSection={<IconPlus size={18} aria-hidden />}
                  disabled={endpoints.length >= most}
                  onClick={() => setAdding(true)}
                >
                  Add webhook
                </Button>
                {endpoints.length >= most && <Muted>Your plan includes {countLabel(most, 'webhook')}.</Muted>}
              </Stack>
            </>
          )}
        </QueryBoundary>
      </Stack>
      {isAdding && (
        <WebhookForm coachId={coachId} endpoint={null} onAdded={setSecret} onClose={() => setAdding(false)} />
      )}
      {secret && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </SectionCard>
  );
}

type WebhookTableProps = { coachId: string; endpoints: readonly WebhookEndpoint[] };

const WebhookTable = ({ coachId, endpoints }: WebhookTableProps) => (
  <DataTable
    label="Webhooks"
    columns={[
      {
        header: 'Webhook',
        long: true,
        rowHeader: true,
        cell: ({ id, label, url }) => (
          <>
            <Anchor component={Link} to={`/coach/${coachId}/integrations/webhooks/${id}`}>
              {label}
            </Anchor>
            <Muted lineClamp={1}>{new URL(url).host}</Muted>
          </>
        ),
      },
      { header: 'Events', figure: true, from: 'sm', cell: ({ events }) => events.length },
      { header: 'Status', from: 'sm', cell: (endpoint) => <WebhookBadge endpoint={endpoint} /> },
    ]}
    rows={endpoints}
    keyOf={({ id }) => id}
    phoneLine={(endpoint) => standingOf(endpoint).label}
  />
);

/** Whether a webhook is on, off or failing. */
export function WebhookBadge({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { label, color } = standingOf(endpoint);
  return <Badge {...(color && { color })}>{label}</Badge>;
}
