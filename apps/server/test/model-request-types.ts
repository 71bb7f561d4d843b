import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages/messages';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions/completions';
import type { ResponseCreateParamsStreaming } from 'openai/resources/responses/responses';

/*
 * Our requests to providers of models, in the types of the providers' SDKs. `model-requests.ts` makes schemas of them by
 * name.
 */
export type ChatRequest = ChatCompletionCreateParamsStreaming;
export type ResponseRequest = ResponseCreateParamsStreaming;
export type MessageRequest = MessageCreateParamsStreaming;
