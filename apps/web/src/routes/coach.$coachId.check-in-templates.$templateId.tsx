import { Anchor, Stack, Title } from '@mantine/core';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, Link, notFound } from '@tanstack/react-router';
import { useState } from 'react';
import { requireCoach } from '../app/guards.ts';
import { queryClient } from '../app/query-client.ts';
import { useSession } from '../app/session.ts';
import { templatesQuery } from '../features/checkins/checkins.queries.ts';
import { STARTERS } from '../features/checkins/checkins.starters.ts';
import { TemplateBuilder } from '../features/checkins/template-builder.tsx';

export const Route = createFileRoute('/coach/$coachId/check-in-templates/$templateId')({
  validateSearch: ({ starter }: Record<string, unknown>): { starter?: string } =>
    typeof starter === 'string' ? { starter } : {},
  beforeLoad: (visit) => requireCoach(visit),
  loaderDeps: ({ search: { starter } }) => ({ starter }),
  loader: async ({ params: { coachId, templateId }, deps: { starter } }) => {
    if (!isUuid(templateId)) throw notFound();
    const { templates } = await queryClient.ensureQueryData(templatesQuery(coachId));
    const isKnown = templates.some(({ id }) => id === templateId);
    if (!isKnown && !STARTERS.some(({ name }) => name === starter)) throw notFound();
  },
  component: TemplatePage,
});

function TemplatePage() {
  const { coachId, templateId } = Route.useParams();
  const { starter } = Route.useSearch();
  const { session } = useSession();
  const { data } = useSuspenseQuery(templatesQuery(coachId));
  const stored = data.templates.find(({ id }) => id === templateId);
  const [starterForm] = useState(() => {
    const chosen = STARTERS.find(({ name }) => name === starter);
    return { name: chosen?.name ?? '', version: 0, questions: chosen?.make() ?? [] };
  });
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Anchor component={Link} to={`/coach/${coachId}/check-in-templates`} size="sm">
          Check-in forms
        </Anchor>
        <Title order={1}>{stored?.name ?? 'New form'}</Title>
      </Stack>
      <TemplateBuilder
        key={templateId}
        coachId={coachId}
        templateId={templateId}
        template={stored ?? starterForm}
        units={session?.user.unitSystem ?? 'metric'}
      />
    </Stack>
  );
}
