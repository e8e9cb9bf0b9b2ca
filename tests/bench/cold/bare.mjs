/** The least that a function can be. */
export default (request) => Response.json({ valid: request.url.length > 0 });
