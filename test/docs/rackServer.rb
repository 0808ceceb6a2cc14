# Runs the application of a config.ru for tests, since no Rack server is part of Ruby.
require "socket"
require "stringio"

def run(app)
  $app = app
end
load File.expand_path(ARGV.fetch(0))

server = TCPServer.new("127.0.0.1", Integer(ENV.fetch("PORT")))
loop do
  Thread.new(server.accept) do |socket|
    first = socket.gets or next socket.close
    env = { "REQUEST_METHOD" => first.split.first }
    while (line = socket.gets&.chomp) && !line.empty?
      name, value = line.split(/:\s*/, 2)
      env["HTTP_#{name.upcase.tr("-", "_")}"] = value
    end
    env["rack.input"] = StringIO.new(socket.read(env.delete("HTTP_CONTENT_LENGTH").to_i))
    status, = $app.call(env)
    socket.write("HTTP/1.1 #{status} -\r\nconnection: close\r\n\r\n")
    socket.close
  end
end
