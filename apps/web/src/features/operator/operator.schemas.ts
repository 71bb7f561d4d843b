import { password } from '@stridewell/contract/fields';
import { acceptTeamInvitationInput } from '@stridewell/contract/operator/operator';

const details = acceptTeamInvitationInput.pick({ fullName: true });
const withPassword = details.extend({ password });

/** A signed-in person has a password already. It loads when a person begins with the form. */
export const teamAnswer = (signedIn: boolean) => (signedIn ? details : withPassword);
