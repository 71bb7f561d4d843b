import { Anchor, List, Stack, Text } from '@mantine/core';
import type { Provenance } from '@stridewell/contract/planner/planner.drafts';
import { DRAFT_FALLBACK_TEXTS } from '@stridewell/contract/planner/planner.rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { countLabel } from '../../lib/format.ts';
import { viewing } from '../../lib/viewing.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { provenanceQuery } from './planner.queries.ts';

/** Sentences that the details list; more are counted. */
const SHOWN = 20;

const author = ({ draftedBy, model }: Provenance): string =>
  draftedBy === 'model' ? `Drafted by ${model ?? 'a model'} within training principles` : 'Rule-based draft';

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <List size="sm" spacing={4}>
        {[...new Set(sentences)].slice(0, SHOWN).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {sentences.length > SHOWN && <Muted>And {sentences.length - SHOWN} more.</Muted>}
    </div>
  );
}

type DetailsProps = { provenance: Provenance; edits: readonly string[]; onClose: () => void };

function Details({ provenance, edits, onClose }: DetailsProps) {
  const { rulesVersion, promptHash, repairs, fallback, violations } = provenance;
  return (
    <Dialog opened onClose={onClose} title="How this draft came about" size="lg">
      <Stack gap="md">
        <Text size="sm">
          {author(provenance)}, version {rulesVersion}.{' '}
          {repairs > 0 && `The model was asked to correct its answer ${countLabel(repairs, 'time')}.`}
        </Text>
        {fallback && <Text size="sm">{DRAFT_FALLBACK_TEXTS[fallback]}</Text>}
        <Sentences title="Found by the check" sentences={violations} />
        <Sentences title="Changed by you" sentences={edits} />
        {promptHash && <Muted>Fingerprint of the request: {promptHash.slice(0, 16)}</Muted>}
      </Stack>
    </Dialog>
  );
}

type ProvenanceLineProps = { provenance: Provenance; edits: readonly string[] };

/** Like "Rule-based draft, 2 changes by you", with the details on request. */
export function ProvenanceLine({ provenance, edits }: ProvenanceLineProps) {
  const [isOpen, setOpen] = useState(false);
  const changes = edits.length > 0 ? `, ${countLabel(edits.length, 'change')} by you` : '';
  return (
    <>
      <Muted>
        {author(provenance)}
        {changes}.{' '}
        <Anchor component="button" type="button" size="sm" onClick={() => setOpen(true)}>
          Details
        </Anchor>
      </Muted>
      {isOpen && <Details provenance={provenance} edits={edits} onClose={() => setOpen(false)} />}
    </>
  );
}

/** How the draft of a template or a client's program came about. Nothing for a program that the coach wrote. */
export function DraftProvenance({ coachId, programId }: { coachId: string; programId: string }) {
  const { data } = useQuery({ ...provenanceQuery(coachId, programId), enabled: !viewing.isOn() });
  return data?.provenance ? <ProvenanceLine provenance={data.provenance} edits={data.provenance.edits} /> : null;
}
