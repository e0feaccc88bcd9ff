/** Error of a request, one sentence. */
export class RequestError extends Error {}
