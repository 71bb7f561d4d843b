import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { Template } from '@stridewell/contract/checkins';
import { BUILT_IN_FORM } from '@stridewell/contract/checkins.forms.rules';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Muted } from '../../components/muted.tsx';
import { messageOf } from '../../lib/errors.ts';
import { countLabel } from '../../lib/format.ts';
import { newId } from '../../lib/ids.ts';
import { toast } from '../../lib/toasts.ts';
import { templatesQuery, useUpdateTemplate } from './checkins.queries.ts';
import { STARTERS } from './checkins.starters.ts';
import classes from './template-list.module.css';

/** The coach's forms, and starters for new ones. */
export function TemplateList({ coachId }: { coachId: string }) {
  const { data } = useSuspenseQuery(templatesQuery(coachId));
  const current = data.templates.filter(({ archived }) => !archived);
  const archived = data.templates.filter((template) => template.archived);
  const hasDefault = current.some(({ isDefault }) => isDefault);
  return (
    <Stack gap="xl">
      <Card padding={0} component="ul" className={classes.list}>
        <li className={classes.row}>
          <Stack gap={2} className={classes.words}>
            <Group gap="xs">
              <Text fw={650}>{BUILT_IN_FORM.name}</Text>
              <Badge color="gray">Built in</Badge>
              {!hasDefault && <Badge>Default</Badge>}
            </Group>
            <Muted>Weight, adherence, energy, sleep and a note</Muted>
          </Stack>
        </li>
        {current.map((template) => (
          <TemplateRow key={template.id} coachId={coachId} template={template} />
        ))}
      </Card>
      <Stack gap="sm">
        <Title order={2}>Make a new form</Title>
        <div className={classes.starters}>
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
        </div>
      </Stack>
      {archived.length > 0 && (
        <Stack gap="sm">
          <Title order={2}>Archived</Title>
          <Card padding={0} component="ul" className={classes.list}>
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
    <li className={classes.row}>
      <Stack gap={2} className={classes.words}>
        <Group gap="xs">
          <Link
            to="/coach/$coachId/check-in-templates/$templateId"
            params={{ coachId, templateId: id }}
            className={classes.name}
          >
            {name}
          </Link>
          {isDefault && <Badge>Default</Badge>}
        </Group>
        <Muted>
          {countLabel(questions.length, 'question')}
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
    </li>
  );
}
