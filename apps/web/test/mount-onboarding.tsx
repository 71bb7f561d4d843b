import type { OnboardingState } from '@stridewell/contract/onboarding/onboarding';
import { parseStep } from '@stridewell/contract/onboarding/onboarding.steps.rules';
import { onboardingFields } from '../src/app/onboarding-fields.tsx';
import { ClientOnboarding } from '../src/features/onboarding/client-onboarding.tsx';
import { mountPage } from './mount.tsx';
import { CLIENT_ID, COACH_ID } from './people.ts';
import { server } from './server.ts';

const HOMES = {
  alone: { to: '/client/dashboard', label: 'Go to your dashboard' },
  together: { to: `/coach/${COACH_ID}/client/${CLIENT_ID}`, label: 'Open the client’s page' },
};

/** Mounts the onboarding of a client, who answers alone or together with their coach. */
export function mountOnboarding(who: 'alone' | 'together', state: OnboardingState, step?: string) {
  server.on(`GET /rest/v1/clients/${CLIENT_ID}/onboarding`, state);
  return mountPage({
    at: step === undefined ? '/client-onboarding' : `/client-onboarding?step=${step}`,
    read: (search) => ({ step: parseStep(search.step) }),
    page: ({ step: at }, onSearch) => (
      <ClientOnboarding
        relationship={{ coachId: COACH_ID, clientId: CLIENT_ID }}
        together={who === 'together'}
        home={HOMES[who]}
        fields={onboardingFields('metric')}
        at={at}
        onMove={(next) => onSearch({ step: next ?? undefined })}
      />
    ),
  });
}
