import { Anchor, Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Template } from '@stridewell/contract/checkins/checkins';
import { BUILT_IN_FORM } from '@stridewell/contract/checkins/checkins.forms.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../lib/errors.ts';
import { countLabel } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { templatesQuery, useUpdateTemplate } from './checkins.queries.ts';
import { STARTERS } from './checkins.starters.ts';
import classes from './template-list.module.css';

/** Said of the form that clients get unless the coach chooses another one for them. */
const IN_USE = 'the default for your clients';

/** The coach's forms, and starters for new ones. */
export function TemplateList({ coachId }: { coachId: string }) {
  const { data } = useSuspenseQuery(templatesQuery(coachId));
  const current = data.templates.filter(({ archived }) => !archived);
  const archived = data.templates.filter((template) => template.archived);
  const hasDefault = current.some(({ isDefault }) => isDefault);
  return (
    <Stack gap="xl">
      <Card padding={0} component="ul" className={rows.divided}>
        <Group component="li" gap="sm" px={20} py={14}>
          <Stack gap={2} flex="1 1 240px" miw={0}>
            <Group gap="xs">
              <Text fw={650}>{BUILT_IN_FORM.name}</Text>
              <Muted span>Built in</Muted>
            </Group>
            <Muted>Weight, plan followed, energy, sleep and a note{!hasDefault && `, ${IN_USE}`}</Muted>
          </Stack>
        </Group>
        {current.map((template) => (
          <TemplateRow key={template.id} coachId={coachId} template={template} />
        ))}
      </Card>
      <Stack gap="sm">
        <Title order={2}>Make a new form</Title>
        <SimpleGrid minColWidth="220px" spacing="sm">
          {STARTERS.map(({ name, about }) => (
            <Card
              key={name}
              component={Link}
              to={`/coach/${coachId}/check-in-templates/${newId()}?starter=${encodeURIComponent(name)}`}
              className={classes.starter}
            >
              <Text fw={650}>{name}</Text>
              <Muted>{about}</Muted>
            </Card>
          ))}
        </SimpleGrid>
      </Stack>
      {archived.length > 0 && (
        <Stack gap="sm">
          <Title order={2}>Archived</Title>
          <Card padding={0} component="ul" className={rows.divided}>
            {archived.map((template) => (
              <TemplateRow key={template.id} coachId={coachId} template={template} />
            ))}
          </Card>
        </Stack>
      )}
    </Stack>
  );
}

function TemplateRow({ coachId, template }: { coachId: string; template: Template }) {
  const update = useUpdateTemplate(coachId);
  const { id, name, archived, isDefault, questions, clients } = template;
  const change = (what: { archived?: boolean; isDefault?: boolean }, done: string) =>
    update.mutate(
      { templateId: id, ...what },
      {
        onSuccess: () => toast.success(done),
        onError: (error) => toast.error('Nothing was changed', messageOf(error, 'Please try again.')),
      },
    );
  return (
    <Group component="li" gap="sm" px={20} py={14}>
      <Stack gap={2} flex="1 1 240px" miw={0}>
        <Anchor
          component={Link}
          to={`/coach/${coachId}/check-in-templates/${id}`}
          c="inherit"
          fw={650}
          py={{ base: 10, sm: 0 }}
        >
          {name}
        </Anchor>
        <Muted>
          {countLabel(questions.length, 'question')}
          {isDefault && `, ${IN_USE}`}
          {clients > 0 && `, chosen for ${countLabel(clients, 'client')}`}
        </Muted>
      </Stack>
      <Group gap="xs">
        {!archived && (
          <Button
            variant="default"
            size="xs"
            loading={update.isPending}
            onClick={() =>
              change(
                { isDefault: !isDefault },
                isDefault ? 'The built-in form is the default' : `${name} is the default`,
              )
            }
            aria-label={isDefault ? `Remove default: ${name}` : `Make default: ${name}`}
          >
            {isDefault ? 'Remove default' : 'Make default'}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          loading={update.isPending}
          onClick={() => change({ archived: !archived }, archived ? `${name} was restored` : `${name} was archived`)}
          aria-label={archived ? `Restore ${name}` : `Archive ${name}`}
        >
          {archived ? 'Restore' : 'Archive'}
        </Button>
      </Group>
    </Group>
  );
}
